// Run this after `npm install` against a mirror that carries only some platforms. There npm silently leaves the
// optional packages of the other platforms out of the lock file, and then `npm ci` refuses it ("Missing: … from lock
// file"). This script writes those entries again, without integrity; the public registry has the packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/prepare.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

/** Platform fields read from a name such as `binding-linux-arm64-musl`. */
function platform(name) {
  const find = (pattern) => pattern.exec(name)?.[1]
  const os = find(/-(android|darwin|freebsd|linux|openharmony|win32)\b/)
  const cpu = find(/-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)\b/)
  const libc = /musl/.test(name)
    ? 'musl'
    : os === 'linux' && /-gnu/.test(name)
      ? 'glibc'
      : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}

/** True when Node would resolve `name` from the package at `path` to an entry of the lock file. */
function resolves(path, name) {
  for (let base = path; ; base = base.slice(0, base.lastIndexOf('/node_modules/'))) {
    if (lock.packages[`${base}/node_modules/${name}`.replace(/^\//, '')]) return true
    if (!base.includes('/node_modules/')) return lock.packages[`node_modules/${name}`] !== undefined
  }
}

const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
    if (resolves(path, name) || !exact) continue
    const dev = entry.dev ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform(name) }
    added.push(`${name}@${version}`)
  }
}

const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(sorted)
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? added.join('\n') : 'package-lock.json is complete')
