import { area } from '../../../server/area.ts'
import { required } from '../../../server/documento.ts'
import { contratoExpediente } from '../contract/expediente.ts'
import { pending, screening } from './queries.ts'

export const servidorExpediente = area(contratoExpediente, {
  saldo: ({ db, params }) => pending(db, params.id).then(required('ese cliente')),
  cribado: ({ db, params }) => screening(db, params.id).then(required('ese cliente')),
})
