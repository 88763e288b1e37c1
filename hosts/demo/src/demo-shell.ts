import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inboxFile } from './demo-file.js'
import { DEMO_VARIABLES, OTP_VARIABLE } from './demo-templates.js'
import type { DemoTenants } from './demo-tenant.js'

/** The file that shows a shell how to use the demo: `. .postrider/demo.sh`. */
export const shellFile = (dataDir: string): string => join(dataDir, 'demo.sh')

/** A text as one shell word, whatever it contains. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The functions of the file, short enough to read at a glance. */
const FUNCTIONS = `
# A field of the answer that is piped in.
field() {
  node -e '
    const name = process.argv[1]
    const answer = require("fs").readFileSync(0, "utf8")
    try {
      const value = name.split(".").reduce((part, key) => part[key], JSON.parse(answer))
      if (value === undefined) throw new Error(name)
      console.log(value)
    } catch {
      console.error(\`There is no \${name} in \${answer || "an empty answer"}\`)
      process.exitCode = 1
    }' "$1"
}

# The code that the authenticator of the demo's super admin shows now, for signing in at the console; each is taken once.
console_code() {
  DEMO_ADMIN_SECRET="$DEMO_ADMIN_SECRET" node -e '
    const { createHmac } = require("crypto")
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    const bits = [...process.env.DEMO_ADMIN_SECRET].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("")
    const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)))
    const mac = createHmac("sha1", key).update(counter).digest()
    const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff
    console.log(String(number % 1000000).padStart(6, "0"))'
}

# The line of a message in the sandbox's inbox, once it has arrived.
inbox() {
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -F "$1" "$DEMO_INBOX" && return
    sleep 1
  done
  echo "$1 has not arrived within 20 s." >&2
  return 1
}

curl -s -o /dev/null "$DEMO_URL/v1/health" || {
  echo "No demo answers at $DEMO_URL: npm run demo starts it again." >&2
  false
}
`

/**
 * Shows a shell how to use the demo, in a file that only its owner can read: the addresses and secrets of
 * demo.json as variables, and three functions. The file remains when the demo ends, and then reports that no
 * server responds.
 */
export const writeDemoShell = (dataDir: string, baseUrl: string, tenants: DemoTenants): void => {
  const { user, main, admin } = tenants
  const variables = {
    DEMO_URL: baseUrl,
    DEMO_CREDENTIAL: main.credential,
    DEMO_ORGANIZATION: main.organizationId,
    DEMO_BRAND: main.brandId,
    DEMO_PROJECT: main.projectId,
    DEMO_APP: main.appId,
    DEMO_SMS: main.templateIds.sms,
    DEMO_SMS_VARIABLES: JSON.stringify(DEMO_VARIABLES.sms),
    DEMO_OTP: main.templateIds.otpSms,
    DEMO_OTP_VARIABLE: OTP_VARIABLE,
    DEMO_USER: JSON.stringify({ email: user.email, password: user.password }),
    DEMO_ADMIN: JSON.stringify({ email: admin.email, password: admin.password }),
    DEMO_ADMIN_SECRET: admin.totpSecret,
    DEMO_AGENT_KEY: main.customerKey,
    DEMO_INBOX: inboxFile(dataDir),
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${shellQuoted(value ?? '')}\n`)
  writeFileSync(shellFile(dataDir), `${lines.join('')}${FUNCTIONS}`, { mode: 0o600 })
}
