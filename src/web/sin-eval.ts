import { config } from 'zod'

// Schemas would compile themselves with `new Function`, which the content policy forbids and reports.
// What a schema has no words for is said in Spanish, without the library's English sentences.
config({ jitless: true, localeError: () => 'El valor no es válido.' })
