// Words as people read them.

/** T6 hangs over the table as "Table 6". */
export function tableName(id) {
  return id === "Server" ? id : `Table ${id.replace(/^T(?=\d)/, "")}`;
}

export function capital(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : "";
}
