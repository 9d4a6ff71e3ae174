import { probarAspecto } from './aspecto.ts'

await probarAspecto(360)
