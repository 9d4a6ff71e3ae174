/** Less than this cannot be told from nothing: the system counts a process's time in ticks. */
const ENOUGH = 100_000

/**
 * Processor time of one run of `work`, in microseconds: a busy machine does not lengthen it. It is run as often as is
 * needed to measure it, so that it is never 0.
 */
export function processorTime(work: () => void): number {
  const start = process.cpuUsage()
  for (let runs = 1; ; runs += 1) {
    work()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= ENOUGH) return (user + system) / runs
  }
}
