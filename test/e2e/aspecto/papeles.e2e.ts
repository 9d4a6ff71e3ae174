import { probarPapeles } from './papeles.ts'

await probarPapeles(['supervisora', 'gerente'])
