//! Whether what is written as JSON is as `docs/threadbare.schema.json` says.

pub mod by;

use by::validate_by;
use serde_json::Value;

/// The schema.
pub fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/threadbare.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Whether a value is as the schema says.
pub fn validate(value: &Value) -> Result<(), String> {
    validate_by(&schema(), value)
}
