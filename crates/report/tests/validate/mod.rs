//! A validator for the part of JSON Schema that `docs/threadbare.schema.json` uses; an unknown keyword is an error, so that
//! nothing in the schema is passed over in silence.

use serde_json::Value;

/// The schema.
pub fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/threadbare.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Whether a value is as the schema says.
pub fn validate(value: &Value) -> Result<(), String> {
    let root = schema();
    check(&root, &root, value, "$")
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().ok_or("a schema is an object")? {
        let fine = match keyword.as_str() {
            "$schema" | "title" | "$defs" => true,
            "$ref" => {
                let pointer = wanted.as_str().unwrap_or_default().trim_start_matches('#');
                check(root, root.pointer(pointer).ok_or(format!("no {pointer}"))?, value, at)?;
                true
            }
            "oneOf" => {
                let tries: Vec<_> = list(wanted).map(|s| check(root, s, value, at)).collect();
                if tries.iter().filter(|t| t.is_ok()).count() != 1 {
                    return Err(format!("{at}: none or several of: {tries:?}"));
                }
                true
            }
            "const" => value == wanted,
            "enum" => list(wanted).any(|w| w == value),
            "type" if wanted.is_array() => list(wanted).any(|t| has_type(value, t)),
            "type" => has_type(value, wanted),
            "minimum" => value.as_f64().is_none_or(|v| v >= wanted.as_f64().unwrap_or(0.0)),
            "pattern" => {
                let start = wanted.as_str().unwrap_or_default().strip_prefix('^').ok_or("only ^ patterns")?;
                value.as_str().is_some_and(|v| v.starts_with(start))
            }
            "required" => {
                value.as_object().is_none_or(|o| list(wanted).all(|k| o.contains_key(k.as_str().unwrap_or_default())))
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                value.as_object().is_none_or(|o| o.keys().all(|k| known.get(k).is_some()))
            }
            "properties" => {
                for (key, part) in value.as_object().into_iter().flatten() {
                    if let Some(sub) = wanted.get(key) {
                        check(root, sub, part, &format!("{at}.{key}"))?;
                    }
                }
                true
            }
            "items" => {
                for (n, part) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, part, &format!("{at}[{n}]"))?;
                }
                true
            }
            other => return Err(format!("the validator does not know the keyword {other}")),
        };
        if !fine {
            return Err(format!("{at}: {keyword} {wanted} does not hold for {value}"));
        }
    }
    Ok(())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        _ => false,
    }
}
