import { config } from 'zod'

// Schemas would compile themselves with `new Function`, which the content policy forbids and reports.
config({ jitless: true })
