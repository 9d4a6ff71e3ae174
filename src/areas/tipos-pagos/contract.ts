import { catalogo } from '../../core/catalog.ts'
import { booleano, monto, opcional, pais, referencia, seleccion, texto } from '../../core/fields.ts'

export const tiposPagos = catalogo({
  area: 'tipos-pagos',
  palabras: { singular: 'tipo de pago', plural: 'tipos de pago', genero: 'm' },
  campos: {
    codigo: texto('Código', {
      max: 30,
      patron: /^[A-Z0-9_]+$/,
      mensaje: 'Use solo letras mayúsculas, números y guion bajo.',
    }),
    nombre: texto('Nombre', { max: 60 }),
    sentido: seleccion('Sentido', { entra: 'Entra', sale: 'Sale', ambos: 'Ambos' }),
    pais: opcional(pais()),
    moneda_id: opcional(referencia('Moneda', 'monedas', ['iso', 'nombre'])),
    efectivo: booleano('Es efectivo'),
    inmediato: booleano('Inmediato'),
    pide_referencia: booleano('Pide referencia'),
    pide_comprobante: booleano('Pide comprobante'),
    requiere_verificacion: booleano('Requiere verificación', {
      ayuda: 'La línea de pago queda por verificar y la operación, pendiente.',
    }),
    comision_pct: opcional(monto('Comisión', { decimales: 4, max: '20', unidad: '%' })),
    comision_fija: opcional(monto('Comisión fija')),
    tope_op: opcional(monto('Tope por operación')),
    tope_dia: opcional(monto('Tope por día')),
    tope_mes: opcional(monto('Tope por mes')),
  },
  lista: [
    'nombre',
    'codigo',
    'sentido',
    'pais',
    'moneda_id',
    'pide_referencia',
    'pide_comprobante',
    'comision_pct',
    'tope_op',
  ],
  busca: ['nombre', 'codigo'],
  permisos: { ver: 'tipos-pagos:ver', editar: 'tipos-pagos:editar' },
})

export const contrato = tiposPagos.contrato
