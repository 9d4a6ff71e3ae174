import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).tiposPagos,
  {
    controlada: true,
    nombres: { lista: 'tipos-pagos', nuevo: 'nuevo-tipo-pago', detalle: 'detalle-tipo-pago' },
    secciones: [
      { titulo: 'Tipo de pago', campos: ['nombre', 'codigo', 'sentido', 'pais', 'moneda_id'] },
      {
        titulo: 'Qué pide',
        campos: ['efectivo', 'pide_referencia', 'pide_comprobante', 'requiere_verificacion'],
      },
      {
        titulo: 'Lo que paga el cliente',
        duda: {
          en: 'administracion#tarifa-y-costo-de-una-forma-de-pago',
          sobre: 'tarifa al cliente y costo para la casa',
        },
        campos: ['tarifa_pct', 'tarifa_fija', 'tarifa_min', 'tarifa_max'],
      },
      {
        titulo: 'Lo que cuesta a la casa',
        campos: ['costo_pct', 'costo_fijo'],
      },
      {
        titulo: 'Topes',
        campos: ['tope_op', 'tope_dia', 'tope_mes'],
      },
      {
        titulo: 'Al pagar a un beneficiario',
        campos: ['costo_pago_pct', 'costo_pago_fijo', 'campos'],
      },
      { titulo: 'Por dónde entra y sale', campos: ['cuentas'] },
    ],
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-tipo-pago')
