import { contratoTelefono } from '../../core/documento/telefono.ts'

/** The calls are declared in the core: every form that takes a file makes them. */
export const contrato = contratoTelefono
