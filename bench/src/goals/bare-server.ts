import fastify from 'fastify'
import { z } from 'zod'
import { connect } from '@registry/db/connect'

const Address = z.object({ host: z.string(), port: z.number(), database: z.string(), username: z.string() })
const Params = z.object({ centre: z.string(), code: z.string() })

/** The reference of goal `records`: one SELECT for each request, without session, row security, consent and audit log. */
const database = connect(Address.parse(JSON.parse(process.argv[2] ?? '')), { max: 10 })
const server = fastify()
server.get('/records/:centre/:code', async ({ params }) => {
  const { centre, code } = Params.parse(params)
  const [row] = await database`
    SELECT * FROM patient_identity JOIN patient_personal USING (patient_id) JOIN patient_medical USING (patient_id)
    WHERE patient_identity.centre_code = ${centre} AND centre_patient_code = ${code}`
  return row
})
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }))
