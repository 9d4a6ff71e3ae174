import { probarAspecto } from './visita.ts'

await probarAspecto([
  'tasas',
  'publico',
  'reportes',
  'comisiones',
  'catalogos',
  'personas',
  'fichas',
])
