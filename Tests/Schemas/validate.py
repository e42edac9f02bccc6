#!/usr/bin/env python3
"""Validates documents with the JSON Schemas of Schemas/ and prints what is wrong, a line for each fault: validate.py SCHEMAS MANIFEST

The manifest is JSON: {"documents": [...]}, each with
  schema   name of the schema, such as "frames"
  lines    name of the definition of a line, for JSON lines; empty if a line is a document; absent for a document
  file     path of the document
  label    what messages call it
  removed  for a test of the schema: paths of required keys, such as "frames/0/index"; absent to validate the document

With "removed" the document is not validated but changed: every key of a closed object is renamed and gets a value of the wrong type, one
after the other, and each of the listed keys is removed. A change that the schema accepts is a fault. Without a manifest, the schemas
themselves are checked: that they are of draft 2020-12, that every reference leads somewhere, and that every key has a description.
"""
import copy
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
import jsonschema  # noqa: E402

WRONG = {"unexpected": [True]}


def unique(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a key twice")
    return found


def refuse(constant):
    raise ValueError(constant + " is not JSON")


def parse(text):
    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


class Schemas:
    def __init__(self, folder):
        self.folder = folder
        self.validators = {}

    def load(self, name):
        with open(os.path.join(self.folder, name + ".schema.json"), encoding="utf-8") as file:
            return parse(file.read())

    def validator(self, name, definition=None):
        key = (name, definition)
        if key not in self.validators:
            schema = self.load(name)
            if definition:
                if definition not in schema["$defs"]:
                    raise ValueError(f"{name} has no definition {definition}")
                schema = {"$schema": schema["$schema"], "$ref": "#/$defs/" + definition, "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[key] = jsonschema.Draft202012Validator(schema)
        return self.validators[key]


def fault(validator, document):
    """The first fault of a document; None if it is valid."""
    error = jsonschema.exceptions.best_match(validator.iter_errors(document))
    return f"{error.json_path}: {error.message[:300]}" if error else None


# Schemas

def check(schemas):
    names = sorted(name[: -len(".schema.json")] for name in os.listdir(schemas.folder) if name.endswith(".schema.json"))
    for name in names:
        schema = schemas.load(name)
        schemas.validator(name)
        if schema.get("$schema") != "https://json-schema.org/draft/2020-12/schema":
            print(f"{name}: not of draft 2020-12")
        if not schema.get("$id", "").endswith(f"/{name}.schema.json"):
            print(f"{name}: $id is {schema.get('$id')}")
        for key in ("title", "description"):
            if not schema.get(key):
                print(f"{name}: no {key}")
        used = set()
        walk(name, schema, schema, "#", used)
        for definition in schema.get("$defs", {}):
            # Readers of JSON lines refer to definitions that the document does not use.
            if definition not in used and definition not in ("line", "unit", "count"):
                print(f"{name}: nothing refers to {definition}")
    print(f"{len(names)} schemas", file=sys.stderr)


def walk(name, schema, node, path, used):
    if isinstance(node, list):
        for index, child in enumerate(node):
            walk(name, schema, child, f"{path}/{index}", used)
    if not isinstance(node, dict):
        return
    if "$ref" in node:
        definition = node["$ref"].removeprefix("#/$defs/")
        used.add(definition)
        if definition not in schema["$defs"]:
            print(f"{name}: {path} refers to {node['$ref']}, which is not there")
    for key, child in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
        # The properties of a condition only select.
        if "additionalProperties" in node and not description(schema, child):
            print(f"{name}: {path}/properties/{key} has no description")
    if "properties" in node and node.get("type") == "object" and "additionalProperties" not in node:
        print(f"{name}: {path} does not tell whether its keys are a closed set")
    for key, child in node.items():
        if key not in ("enum", "const", "required", "dependentRequired"):
            walk(name, schema, child, f"{path}/{key}", used)


def description(schema, node):
    if "description" in node:
        return node["description"]
    definition = node.get("$ref", "").removeprefix("#/$defs/")
    return schema["$defs"].get(definition, {}).get("description")


# Documents

def validate(schemas, row):
    with open(row["file"], encoding="utf-8") as file:
        text = file.read()
    lines = row.get("lines")
    parts = text.rstrip("\n").split("\n") if lines is not None else [text]
    validator = schemas.validator(row["schema"], lines)
    # Of many lines, those at the beginning and at the end and some between.
    if len(parts) > 300:
        parts = parts[:150] + parts[150:-50:len(parts) // 100 + 1] + parts[-50:]
    for part in parts:
        try:
            found = fault(validator, parse(part))
        except ValueError as error:
            found = str(error)
        if found:
            print(f"{row['label']}: {found}")
            return


# Changes

def shorten(node):
    """The document with the first two elements of each array, so that many changes of it are checked in little time. Rows that are arrays
    stay whole: a few numbers or texts, or elements of several types."""
    if isinstance(node, dict):
        return {key: shorten(value) for key, value in node.items()}
    if not isinstance(node, list):
        return node
    types = {type(value) for value in node}
    is_row = len(types) > 1 or len(node) <= 8 and not types & {dict, list}
    return [shorten(value) for value in (node if is_row else node[:2])]


def places(node, is_open, path=()):
    """Paths of the keys of closed objects."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield path + (key,)
            if key not in is_open:
                yield from places(value, is_open, path + (key,))
    if isinstance(node, list):
        for index, value in enumerate(node):
            yield from places(value, is_open, path + (index,))


def holder(node, path):
    for step in path[:-1]:
        node = node[step]
    return node


def change(schemas, row):
    with open(row["file"], encoding="utf-8") as file:
        text = file.read()
    lines = row.get("lines")
    validator = schemas.validator(row["schema"], lines)
    document = shorten(parse(text.split("\n")[0] if lines is not None else text))
    found = fault(validator, document)
    if found:
        print(f"{row['label']}: {found}")
        return
    count = 0

    def attempt(what, path, body):
        nonlocal count
        count += 1
        changed = copy.deepcopy(document)
        body(holder(changed, path), path[-1])
        if validator.is_valid(changed):
            print(f"{row['label']}: the schema accepts {what} of {'/'.join(map(str, path))}")

    def rename(node, key):
        node[key + "_"] = node.pop(key)

    def spoil(node, key):
        # The wrong type of an open object is an array.
        node[key] = [WRONG] if isinstance(node[key], dict) else WRONG

    def remove(node, key):
        del node[key]

    # Documents in a report have schemas of their own.
    inner = {"info", "check", "diff"} if row["schema"] == "report" else set()
    for path in places(document, {"elements", "fields", "script", "metadata"} | inner):
        attempt("another name", path, rename)
        attempt("another type", path, spoil)
    for path in row["removed"]:
        attempt("the absence", tuple(int(step) if step.isdigit() else step for step in path.split("/")), remove)
    print(f"{row['label']}: {count} changes", file=sys.stderr)


def main():
    schemas = Schemas(sys.argv[1])
    if len(sys.argv) < 3:
        return check(schemas)
    with open(sys.argv[2], encoding="utf-8") as file:
        rows = json.load(file)["documents"]
    for row in rows:
        (change if "removed" in row else validate)(schemas, row)
    print(f"{len(rows)} documents", file=sys.stderr)


main()
