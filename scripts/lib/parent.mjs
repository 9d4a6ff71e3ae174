import { readFileSync } from 'node:fs'

/** Process id of npm, the parent of our parent shell; undefined where the system does not provide it. */
function grandparent() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return undefined
  }
}

/**
 * npm sends a signal to the shell between it and this process, and the shell does not forward it. Under npm this
 * process therefore ends when npm or the shell does.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const family = `${process.ppid} ${grandparent()}`
  const timer = setInterval(() => {
    if (`${process.ppid} ${grandparent()}` === family) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 300)
  timer.unref()
}
