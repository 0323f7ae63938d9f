// A reporter for node's test runner that ends the run with one plain line: "3 passed, 0 failed".

export default async function* closingLine(events) {
    const counts = {};
    for await (const { type, data } of events) {
        // The runner's own counts come last, each as a message such as "pass 3".
        const [, name, count] = (type === "test:diagnostic" && /^(pass|fail|cancelled|skipped) (\d+)$/.exec(data.message)) || [];
        if (name) counts[name] = Number(count);
    }
    yield `\n${counts.pass} passed, ${counts.fail + counts.cancelled} failed, ${counts.skipped} skipped\n`;
}
