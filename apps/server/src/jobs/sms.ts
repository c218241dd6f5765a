import type { DeliverNotification } from './delivery.ts'

/** Sends SMS through the HTTP gateway (REQ-OPS-03): JSON `{ to, text }` with a bearer token. Each status except 2xx is a failure. */
export const createSmsChannel =
  ({ url, token }: { url: string; token: string | undefined }): DeliverNotification =>
  async ({ id, recipient, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ to: recipient, text: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (!response.ok) throw new GatewayError(response.status)
  }

/** The gateway rejected the notification. The code is stored for the operator. */
class GatewayError extends Error {
  readonly code: string

  constructor(status: number) {
    super('the SMS gateway refused the notification')
    this.name = 'GatewayError'
    this.code = `HTTP ${status}`
  }
}
