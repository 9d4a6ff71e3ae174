import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'
import { Vacio } from '../../../web/crud/valores.tsx'
import { tarifaEnPalabras } from '../rules/tarifa-en-palabras.ts'

const tarifa = (fila: Record<string, unknown>) => {
  const text = (clave: string) => fila[clave] as string | null
  const [pct, fija] = [text('tarifa_pct'), text('tarifa_fija')]
  const [min, max] = [text('tarifa_min'), text('tarifa_max')]
  return tarifaEnPalabras({ pct, fija, min, max }, monedaFuncional())
}

export const dibujo: Dibujo = {
  controlada: true,
  columnas: [
    {
      clave: 'tarifa',
      titulo: 'Tarifa al cliente',
      celda: (fila) => tarifa(fila) ?? <Vacio />,
      orden: (fila) => tarifa(fila) ?? '',
      texto: (fila) => tarifa(fila) ?? '',
    },
  ],
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
}
