/** A connection string, and the servers that it names. */
export interface Servidores {
  /** The same connection string for each of them alone, in their order. */
  readonly urls: readonly string[]
  /** Their addresses as they were written, to be said. */
  readonly nombres: readonly string[]
  /** Only a server that accepts writes is taken: one of several, or the one that it was asked of. */
  readonly exigente: boolean
}

const PARTES = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^@/?#]*)([/?#].*)?$/is
const QUE = 'target_session_attrs'
/** Servers of PostgreSQL that keep the books accept writes; what else libpq would take is of no use. */
const ESCRIBEN = ['read-write', 'primary']

/**
 * The servers of a connection string as libpq writes it (R-422): `postgres://u:p@a:5432,b:5432/base`, or `?host=a,b` for
 * sockets, with `target_session_attrs=read-write` or without. node-postgres knows one server.
 * @throws Error in one Spanish sentence that names `ajuste` when it cannot be used.
 */
export function servidoresDe(url: string, ajuste = 'DATABASE_URL'): Servidores {
  const [, antes = '', casa = '', resto = ''] = PARTES.exec(url) ?? []
  const [camino = '', consulta = ''] = resto.split(/\?(.*)/s)
  const params = new URLSearchParams(consulta)
  const que = params.get(QUE)
  const sockets = params.get('host')?.split(',') ?? []
  const enCasa = casa.split(',')
  if (que === null && enCasa.length === 1 && sockets.length < 2)
    return { urls: [url], nombres: [casa], exigente: false }
  if (que !== null && !ESCRIBEN.includes(que)) {
    throw new Error(
      `${ajuste} dice «${QUE}=${que}» y los libros se llevan en el servidor que escribe: use «${QUE}=read-write».`,
    )
  }
  const puertos = params.get('port')?.split(',') ?? []
  const todos = sockets.length > 0 ? sockets : enCasa
  if (todos.length > 1 && (todos.includes('') || ![0, 1, todos.length].includes(puertos.length))) {
    throw new Error(
      `${ajuste} nombra varios servidores y a alguno le falta el nombre o el puerto: escríbalos así, postgres://usuario:contraseña@uno:5432,dos:5432/base.`,
    )
  }
  params.delete(QUE)
  const urls = todos.map((uno, n) => {
    const de = new URLSearchParams(params)
    if (sockets.length > 0) de.set('host', uno)
    const puerto = puertos[n] ?? puertos[0]
    if (puerto !== undefined) de.set('port', puerto)
    return `${antes}${sockets.length > 0 ? casa : uno}${camino}${de.size > 0 ? `?${de}` : ''}`
  })
  const nombres = todos.map((uno, n) => {
    const puerto = puertos[n] ?? puertos[0]
    return puerto === undefined ? uno : `${uno}:${puerto}`
  })
  return { urls, nombres, exigente: true }
}

/** Stands for the servers while the rest of a connection string is changed, since an URL has one. */
const UNO = 'servidores.invalid'

/** A connection string as an URL that `cambio` may change in all but its servers. */
export function cambiarUrl(url: string, cambio: (url: URL) => void): string {
  const [, antes = '', casa = '', resto = ''] = PARTES.exec(url) ?? []
  const made = new URL(casa.includes(',') ? `${antes}${UNO}${resto}` : url)
  cambio(made)
  return made.href.replace(`@${UNO}`, `@${casa}`).replace(`//${UNO}`, `//${casa}`)
}
