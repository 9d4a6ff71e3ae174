import { probarPapeles } from './papeles.ts'

// She who opens the most goes first: what passed for her is most of what the others see.
await probarPapeles(['supervisora', 'contadora', 'cajera', 'pagador', 'cumplimiento', 'gerente'])
