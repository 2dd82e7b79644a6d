//! A validator for the part of JSON Schema that `docs/threadbare.schema.json` and the schema of
//! SARIF use; an unknown keyword is an error, so that nothing in the schema is passed over in
//! silence. (`sarif-2.1.0.schema.json` is OASIS's, by way of the crate `serde-sarif`.)

use serde_json::Value;

/// Whether a value is as that schema says.
pub fn validate_by(root: &Value, value: &Value) -> Result<(), String> {
    check(root, root, value, "$")
}

#[expect(clippy::too_many_lines, reason = "one case for each keyword")]
fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().ok_or("a schema is an object")? {
        let fine = match keyword.as_str() {
            "$schema" | "$id" | "title" | "$defs" | "definitions" | "description" | "default" => true,
            // Of those that SARIF knows, URIs and times, none is wrong in a way that its reader
            // would not see.
            "format" => true,
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
            "anyOf" => {
                let tries: Vec<_> = list(wanted).map(|s| check(root, s, value, at)).collect();
                if tries.iter().all(Result::is_err) {
                    return Err(format!("{at}: none of: {tries:?}"));
                }
                true
            }
            "const" => value == wanted,
            "enum" => list(wanted).any(|w| w == value),
            "type" if wanted.is_array() => list(wanted).any(|t| has_type(value, t)),
            "type" => has_type(value, wanted),
            "minimum" => value.as_f64().is_none_or(|v| v >= wanted.as_f64().unwrap_or(0.0)),
            "maximum" => value.as_f64().is_none_or(|v| v <= wanted.as_f64().unwrap_or(0.0)),
            "minItems" => value.as_array().is_none_or(|v| v.len() as u64 >= wanted.as_u64().unwrap_or(0)),
            "uniqueItems" => value.as_array().is_none_or(|v| (1..v.len()).all(|n| !v[..n].contains(&v[n]))),
            "pattern" => {
                let start = wanted.as_str().unwrap_or_default().strip_prefix('^').ok_or("only ^ patterns")?;
                value.as_str().is_some_and(|v| v.starts_with(start))
            }
            "required" => {
                value.as_object().is_none_or(|o| list(wanted).all(|k| o.contains_key(k.as_str().unwrap_or_default())))
            }
            // In bags of properties any value will do.
            "additionalProperties" if wanted != false => true,
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
