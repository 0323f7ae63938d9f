//! Where in a JSON text each value stands: what serde does not tell of a text that it has read.

/// A value, with its name where it has one.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its path, as `arrivals[0].count`; empty for the whole text.
    pub path: String,
    /// Where its name begins, or it itself in a list.
    pub from: usize,
    /// Where the value begins.
    pub value: usize,
    /// Where it ends, the first byte beyond; `usize::MAX` where the text ends before.
    pub to: usize,
    /// Whether a field of its name stands before it in the same object.
    pub is_twice: bool,
}

/// Every value of a text, each before what is in it. Of a text that breaks off, or is no JSON from somewhere on, those that begin
/// before.
pub(super) fn outline(json: &str) -> Vec<Entry> {
    let mut scan = Scan { json, at: 0, entries: Vec::new() };
    scan.entry(String::new(), 0, false);
    scan.entries
}

/// The line of a place, counted from 1.
pub(super) fn line_of(json: &str, at: usize) -> usize {
    json.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

struct Scan<'a> {
    json: &'a str,
    at: usize,
    entries: Vec<Entry>,
}

impl Scan<'_> {
    fn entry(&mut self, path: String, from: usize, is_twice: bool) -> Option<()> {
        let value = self.next_at();
        let place = self.entries.len();
        self.entries.push(Entry { path, from, value, to: usize::MAX, is_twice });
        self.value(place)?;
        self.entries[place].to = self.at;
        Some(())
    }

    fn value(&mut self, place: usize) -> Option<()> {
        match self.peek()? {
            b'{' => {
                let mut names: Vec<String> = Vec::new();
                while self.goes_on(b'}')? {
                    let from = self.at;
                    let name = self.text()?;
                    self.next_at();
                    self.at += usize::from(self.peek() == Some(b':'));
                    let outer = &self.entries[place].path;
                    let path = if outer.is_empty() { name.clone() } else { format!("{outer}.{name}") };
                    self.entry(path, from, names.contains(&name))?;
                    names.push(name);
                }
            }
            b'[' => {
                let mut number = 0;
                while self.goes_on(b']')? {
                    let path = format!("{}[{number}]", self.entries[place].path);
                    self.entry(path, self.at, false)?;
                    number += 1;
                }
            }
            b'"' => {
                self.text()?;
            }
            _ => {
                let rest = &self.json.as_bytes()[self.at..];
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b",:]}".contains(byte);
                // A text that breaks off in it may go on.
                self.at += rest.iter().position(ends)?;
            }
        }
        Some(())
    }

    /// Goes to the next thing in a list or an object, or past its end.
    fn goes_on(&mut self, end: u8) -> Option<bool> {
        self.next_at();
        // The opening bracket, or a comma.
        if self.peek()? != end {
            self.at += 1;
        }
        self.next_at();
        match self.peek()? {
            byte if byte == end => self.at += 1,
            b']' | b'}' => return None,
            _ => return Some(true),
        }
        Some(false)
    }

    /// The text that begins here, as it is meant.
    fn text(&mut self) -> Option<String> {
        let from = self.at;
        let mut is_escaped = false;
        let is_end = |byte: &u8| {
            let is_end = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            is_end
        };
        self.at += self.json.as_bytes().get(from + 1..)?.iter().position(is_end)? + 2;
        serde_json::from_str(self.json.get(from..self.at)?).ok()
    }

    fn peek(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    /// Where the next thing begins.
    fn next_at(&mut self) -> usize {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_outlined_gives_every_path_with_its_place() {
        let json = "{ \"a\": [1, { \"b\\n\": [] }],\n\"c\": \"]}\", \"a\": {} }";
        let entries = outline(json);
        let paths: Vec<_> = entries.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, ["", "a", "a[0]", "a[1]", "a[1].b\n", "c", "a"]);
        let text = |entry: &Entry| &json[entry.from..entry.to];
        assert_eq!(text(&entries[0]), json);
        assert_eq!(text(&entries[2]), "1");
        assert_eq!(text(&entries[5]), "\"c\": \"]}\"");
        assert_eq!(line_of(json, entries[5].from), 2);
        assert_eq!(entries.iter().map(|entry| entry.is_twice).collect::<Vec<_>>()[5..], [false, true]);
    }

    #[test]
    fn text_that_is_no_json_is_outlined_as_far_as_it_goes() {
        for (json, count) in
            [("", 1), ("{", 1), ("{ \"a\"", 2), ("[1, }", 2), ("{ \"a\": 1, \"b", 2), ("[:]", 2), ("{]", 1), ("\"", 1)]
        {
            assert_eq!(outline(json).len(), count, "{json}");
        }
        assert_eq!(outline("[[1")[2].to, usize::MAX);
    }
}
