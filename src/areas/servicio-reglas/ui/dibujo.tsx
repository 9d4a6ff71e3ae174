import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'
import { Vacio } from '../../../web/crud/valores.tsx'
import { tarifaEnPalabras } from '../../tipos-pagos/rules/tarifa-en-palabras.ts'

const servicio = (fila: Record<string, unknown>) => {
  const text = (clave: string) => fila[clave] as string | null
  const [pct, fija, min, max] = [text('pct'), text('fija'), text('min'), text('max')]
  return tarifaEnPalabras({ pct, fija, min, max }, monedaFuncional())
}

export const dibujo: Dibujo = {
  controlada: true,
  columnas: [
    {
      clave: 'servicio',
      titulo: 'Servicio',
      celda: (fila) => servicio(fila) ?? <Vacio />,
      orden: (fila) => servicio(fila) ?? '',
      texto: (fila) => servicio(fila) ?? '',
    },
  ],
  secciones: [
    {
      titulo: 'A qué se aplica',
      duda: { en: 'administracion#reglas-de-servicio', sobre: 'reglas de servicio' },
      campos: ['nombre', 'segmento', 'divisa_id', 'tipo', 'desde', 'hasta'],
    },
    { titulo: 'Lo que paga el cliente', campos: ['pct', 'fija', 'min', 'max'] },
  ],
}
