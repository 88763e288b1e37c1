import { randomUUID } from 'node:crypto'
import { InvalidRequestError, type Postrider, RateLimitError } from '@postrider/client'
import express, { type Express, type Response } from 'express'

/** Login by a code on the phone: `POST /login {phone}`, `POST /login/verify {code}`, then `GET /me` knows who it is. */
export const loginApp = (postrider: Postrider, otpTemplateId: string): Express => {
  // In memory, for an example: what a store of sessions would hold.
  const sessions = new Map<string, { phone: string; challengeId: string; isIn: boolean }>()
  const sessionOf = (cookie = '') => sessions.get(/(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? '')
  const begin = (response: Response, phone: string, challengeId: string, isIn: boolean): void => {
    const sid = randomUUID()
    sessions.set(sid, { phone, challengeId, isIn })
    response.cookie('sid', sid, { httpOnly: true, sameSite: 'lax' })
  }

  const app = express()
  app.use(express.json())

  app.post('/login', async ({ body }, response) => {
    const phone = String(body?.phone ?? '')
    try {
      const { challengeId } = await postrider.otp.send({
        channel: 'sms',
        to: phone,
        templateId: otpTemplateId,
        otpVariable: 'code',
        variables: {},
      })
      begin(response, phone, challengeId, false)
      response.status(202).json({ next: 'POST /login/verify with the code' })
    } catch (error) {
      if (error instanceof InvalidRequestError)
        response.status(400).json({ problem: 'That is no phone number.' })
      else if (error instanceof RateLimitError)
        response.status(429).json({ problem: 'Too many codes. Try later.' })
      else throw error
    }
  })

  app.post('/login/verify', async ({ body, headers }, response) => {
    const session = sessionOf(headers.cookie)
    const code = String(body?.code ?? '')
    const isRight =
      session !== undefined &&
      /^\d{4,10}$/.test(code) &&
      (await postrider.otp.verify({ challengeId: session.challengeId, code }))
    // Wrong, late, used before: whoever guesses learns no more than that.
    if (!isRight) return void response.status(401).json({ problem: 'The code is not right.' })
    // A session of its own: whoever set the cookie before is not let in with it.
    begin(response, session.phone, session.challengeId, true)
    response.json({ phone: session.phone })
  })

  app.get('/me', ({ headers }, response) => {
    const session = sessionOf(headers.cookie)
    if (session?.isIn !== true) response.status(401).json({ problem: 'Log in first.' })
    else response.json({ phone: session.phone })
  })
  return app
}
