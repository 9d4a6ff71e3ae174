/** The groups of a user's form, in the order in which a person is known. */
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
