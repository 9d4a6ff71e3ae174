import { probarAspecto } from './probar.ts'

await probarAspecto([
  'tasas',
  'publico',
  'reportes',
  'comisiones',
  'catalogos',
  'personas',
  'fichas',
])
