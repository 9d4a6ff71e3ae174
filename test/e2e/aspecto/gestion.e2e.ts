import { probarAspecto } from './probar.ts'

await probarAspecto([
  'tasas',
  'publico',
  'webhooks',
  'reportes',
  'comisiones',
  'catalogos',
  'personas',
  'fichas',
])
