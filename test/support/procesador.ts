/** The shortest time measured, in microseconds: below it the ticks of the system's clock distort the result. */
const ENOUGH = 100_000

/**
 * Processor time of one run of `work`, in microseconds; the load of the machine does not change it. `work` is repeated
 * until the time can be measured, so the result is never 0.
 */
export function processorTime(work: () => void): number {
  const start = process.cpuUsage()
  for (let runs = 1; ; runs += 1) {
    work()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= ENOUGH) return (user + system) / runs
  }
}
