import { writeFileSync } from 'node:fs'

// A command runs beside the program and counts against the memory of the same unit or container. Of all that runs there
// it is the first that the kernel ends for want of memory: it can be given again, and the tills do not notice.
// What it starts inherits that. Only Linux has this.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system, or one that shows no /proc.
}
