/** The connection string of another database on the same server. */
export function inDatabase(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}

/** The same connection string for another role of the tests' PostgreSQL, which asks for no password. */
export function comoRol(url: string, role: string): string {
  const parsed = new URL(url)
  parsed.username = role
  return parsed.href
}
