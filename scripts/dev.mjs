// `npm run dev` runs the program with its own database and restarts it when server code or SQL changes. Vite runs in
// front of it and shows a changed screen at once. Open the address that Vite prints. The server listens on PORT (3000),
// Vite on 5173 or the next free port.
import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { createServer } from 'vite'
import { environment, nodePath, root } from './lib/prepare.mjs'

/** Files that only the browser reads: Vite reloads them, and the server is not restarted. */
const WEB = /\.(tsx|css|svg|woff2)$|^src\/web\/|\.test\.ts$/

/** Starts the program; `restart` stops it cleanly, waits until its database has stopped, and starts it again. */
function program() {
  let child
  let ending = false
  let wanted = false
  const start = () => {
    wanted = false
    child = spawn(nodePath(), ['src/main.server.ts'], {
      cwd: root,
      // Answers are judged by their contracts.
      env: { ...environment(), NODE_ENV: 'development' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('exit', (code) => {
      if (ending) process.exit(0)
      if (wanted) start()
      else console.log(`El servidor terminó (código ${code}). Se inicia con el siguiente cambio.`)
    })
  }
  start()
  return {
    restart() {
      if (child.exitCode !== null || child.signalCode !== null) return start()
      wanted = true
      child.kill('SIGTERM')
    },
    end() {
      ending = true
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
      child.kill('SIGTERM')
    },
  }
}

const vite = await createServer({ root, configFile: join(root, 'vite.config.ts') })
await vite.listen()
const server = program()
vite.watcher.add([join(root, 'src'), join(root, 'db')])
let timer
vite.watcher.on('all', (_event, path) => {
  const name = relative(root, path).replaceAll('\\', '/')
  if (!/^(src|db)\//.test(name) || WEB.test(name)) return
  clearTimeout(timer)
  // Debounced: an editor that saves ten files at once causes one restart.
  timer = setTimeout(() => server.restart(), 100)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => server.end())
console.log(`\nInterfaz: ${vite.resolvedUrls?.local[0] ?? ''}\n`)
