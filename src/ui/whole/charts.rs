//! Charts of the run.

use yew::prelude::*;

use super::PanelProps;

/// The charts.
#[component]
pub fn ChartsPanel(props: &PanelProps) -> Html {
    let _ = props;
    Html::default()
}
