import { probarPapeles } from './papeles.ts'

await probarPapeles(['cajera', 'contadora', 'pagador', 'cumplimiento'])
