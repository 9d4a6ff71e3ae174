import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { sucursales } from './contract.ts'

export const screens = catalogScreens(sucursales, async () => sucursales, {
  nombres: { lista: 'sucursales', nuevo: 'nueva-sucursal', detalle: 'detalle-sucursal' },
  paths: { nuevo: 'nueva' },
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
})

export const aportes = catalogAportes(sucursales, 'detalle-sucursal')
