/** The sections of a user's form, in their order. */
export const SECCIONES = {
  persona: {
    titulo: 'Persona',
    campos: ['nombres', 'apellidos', 'tipo_doc', 'num_doc', 'celular'],
  },
  trabajo: {
    titulo: 'Acceso y límites',
    campos: ['usuario', 'correo', 'sucursal_id', 'limite_usd', 'desvio_pct'],
  },
} as const
