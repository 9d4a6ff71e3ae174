import { readFileSync } from 'node:fs'

/** Parent of the shell that npm put in between; undefined where the system does not tell. */
function grandparent() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return undefined
  }
}

/**
 * npm passes a signal to the shell between it and this process, and the shell does not pass it on.
 * Under npm the death of either is therefore the signal.
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
