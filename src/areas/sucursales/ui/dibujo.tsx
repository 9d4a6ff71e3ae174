import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'

export const dibujo: Dibujo = {
  secciones: [
    { titulo: 'Sucursal', campos: ['nombre', 'codigo', 'direccion', 'telefono'] },
    {
      titulo: 'Límites más estrechos que los de la casa',
      campos: [
        'gasto_aprobacion_funcional',
        'gasto_sin_papel_funcional',
        'ajuste_aprobacion_funcional',
        'sin_cliente_dia_usd',
        'turno_nota_funcional',
      ],
    },
  ],
}
