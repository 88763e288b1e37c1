import { expect } from 'chai'
import { checkMcp } from '@postrider/cli/doctor/check-mcp'

const LISTENING = { httpHost: '127.0.0.1', httpPort: 8080, publicUrl: undefined } as const

describe("The doctor's check of tools for Agents", () => {
  it('shows whether they are enabled and for whom, and notes if keys are sent unencrypted', () => {
    expect(checkMcp({ ...LISTENING, mcp: false })).to.deep.include.members([
      { verdict: 'fine', part: 'mcp', sentence: 'is off (POSTRIDER_MCP)' },
    ])
    const [safe] = checkMcp({ ...LISTENING, publicUrl: 'https://api.example.com', mcp: true })
    expect(safe).to.include({ verdict: 'fine' })
    expect(safe?.sentence).to.include('https://api.example.com/mcp')
    const [open] = checkMcp({ ...LISTENING, publicUrl: 'http://api.example.com', mcp: true })
    expect(open).to.include({ verdict: 'note' })
    expect(open?.advice).to.include('POSTRIDER_PUBLIC_URL')
  })
})
