import pg from 'pg'
import { SUPERUSER } from '../../../src/server/embedded/roles.ts'
import { comoRol } from '../servidor/url.ts'

/** Connects to the server of `url` as a standby that applied the log up to some bytes before its end, and says so. */
export async function sombra(url: string, name: string) {
  const client = new pg.Client({
    connectionString: comoRol(url, SUPERUSER),
    application_name: name,
    // It answers when the test says so, however long that takes.
    options: '-c wal_sender_timeout=0',
    ...{ replication: 'true' },
  })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  const { connection } = client as unknown as {
    connection: NodeJS.EventEmitter & { sendCopyFromChunk(chunk: Buffer): void }
  }
  const streams = new Promise<void>((done) => connection.once('replicationStart', done))
  // It ends with the connection.
  client.query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`).catch(() => {})
  await streams
  const [high = '0', low = '0'] = String(rows[0].xlogpos).split('/')
  const position = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  return {
    /** Answers that it applied the log up to `behind` bytes before where it began. */
    aplica(behind: number) {
      const message = Buffer.alloc(34)
      message.write('r')
      for (const at of [1, 9, 17]) message.writeBigUInt64BE(position - BigInt(behind), at)
      connection.sendCopyFromChunk(message)
    },
    end: () => client.end(),
  }
}
