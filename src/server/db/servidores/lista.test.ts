import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../proceso/config.ts'
import { cambiarUrl, servidoresDe } from './lista.ts'

/* a connection string with several servers. */

test('one server is left as it is written', () => {
  for (const url of [
    'postgres://ana:a%40b@casa:5433/libros?sslmode=verify-full',
    'postgresql://dueno@localhost/libros?host=%2Frun%2Fpostgresql&port=5432',
    'postgres://casa',
    '/run/postgresql libros',
  ])
    expect(servidoresDe(url)).toMatchObject({ urls: [url], exigente: false })
})

test('several servers become one connection string each, without what node-postgres does not know', () => {
  const url =
    'postgres://ana:x@y@uno:5432,dos:5433,[::1]:5434/libros?target_session_attrs=read-write&sslmode=disable'
  expect(servidoresDe(url)).toEqual({
    urls: [
      'postgres://ana:x@y@uno:5432/libros?sslmode=disable',
      'postgres://ana:x@y@dos:5433/libros?sslmode=disable',
      'postgres://ana:x@y@[::1]:5434/libros?sslmode=disable',
    ],
    nombres: ['uno:5432', 'dos:5433', '[::1]:5434'],
    exigente: true,
  })
  expect(servidoresDe('postgres://ana@/libros?host=/run/a,/run/b&port=1,2').urls).toEqual([
    'postgres://ana@/libros?host=%2Frun%2Fa&port=1',
    'postgres://ana@/libros?host=%2Frun%2Fb&port=2',
  ])
  expect(servidoresDe('postgres://uno/libros?target_session_attrs=primary')).toMatchObject({
    urls: ['postgres://uno/libros'],
    exigente: true,
  })
})

test('what cannot be used is refused in a sentence that names the setting', () => {
  const start = (env: NodeJS.ProcessEnv) => () => readConfig(env)
  expect(start({ DATABASE_URL: 'postgres://a,b/x?target_session_attrs=standby' })).toThrow(
    'DATABASE_URL dice «target_session_attrs=standby» y los libros se llevan en el servidor que escribe: use «target_session_attrs=read-write».',
  )
  expect(start({ DATABASE_URL: 'postgres://a,,b/x' })).toThrow(
    'DATABASE_URL nombra varios servidores y a alguno le falta el nombre o el puerto',
  )
  expect(
    start({
      DATABASE_URL: 'postgres://a/x',
      DATABASE_URL_APP: 'postgres:///x?host=a,b,c&port=1,2',
    }),
  ).toThrow('DATABASE_URL_APP nombra varios servidores')
})

test('a file of TLS that cannot be read is named, with the setting that names it', () => {
  const start = (env: NodeJS.ProcessEnv) => () => readConfig(env)
  const url = 'postgres://uno/x?sslmode=verify-full'
  const nada = resolve('nada.pem')
  expect(start({ DATABASE_URL: `${url}&sslrootcert=nada.pem` })).toThrow(
    `DATABASE_URL dice «sslrootcert=nada.pem» y no existe el archivo ${nada}: cópielo allí, o corrija la ruta.`,
  )
  // As unreadable as a file of another user, who is everybody's to root.
  expect(start({ DATABASE_URL: url, DATABASE_URL_APP: `${url}&sslkey=${tmpdir()}` })).toThrow(
    `DATABASE_URL_APP dice «sslkey=${tmpdir()}» y el programa no puede leer ${tmpdir()} (EISDIR)`,
  )
  expect(start({ DATABASE_URL: url, DATABASE_URL_LECTURA: `${url}&sslcert=nada.pem` })).toThrow(
    'DATABASE_URL_LECTURA dice «sslcert=nada.pem»',
  )
  const { databaseUrl } = readConfig({ DATABASE_URL: `${url}&sslrootcert=package.json` })
  expect(databaseUrl).toContain('package.json')
  expect(readConfig({ DATABASE_URL: '/run/postgresql libros' }).databaseUrl).not.toBeNull()
})

test('a connection string is changed in all but its servers', () => {
  const user = (url: URL) => url.searchParams.set('user', 'b')
  expect(cambiarUrl('postgres://ana:x@uno:1,dos:2/libros?a=1', user)).toBe(
    'postgres://ana:x@uno:1,dos:2/libros?a=1&user=b',
  )
  expect(cambiarUrl('postgres://uno,dos/libros', user)).toBe('postgres://uno,dos/libros?user=b')
  expect(cambiarUrl('postgres://uno/libros', user)).toBe('postgres://uno/libros?user=b')
})
