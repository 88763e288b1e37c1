import { Postrider } from '@postrider/client'
import { loginApp } from './login.ts'

const {
  POSTRIDER_URL = '',
  POSTRIDER_CREDENTIAL = '',
  POSTRIDER_OTP_TEMPLATE = '',
  PORT = '3000',
} = process.env

const postrider = new Postrider({ baseUrl: POSTRIDER_URL, credential: POSTRIDER_CREDENTIAL })
const server = loginApp(postrider, POSTRIDER_OTP_TEMPLATE).listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : PORT
  console.log(`Log in at http://127.0.0.1:${port}/login`)
})
