import { expect } from 'chai'
import { framed, readWrkReport } from './wrk-script.js'

const OUTPUT = `Running 5s test @ http://127.0.0.1:8080
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     4.51ms    1.20ms  22.51ms   91.20%
    Req/Sec    14.27k     1.10k   16.02k    78.00%
  71004 requests in 5.00s, 40.02MB read
Requests/sec:  14198.77
Transfer/sec:      8.00MB

measured {"requests":71004,"asked":71069,"seconds":5.000711,"p50Us":4312,"p99Us":9120,"refused":3,"broken":1}
`

describe('The results of wrk', () => {
  it('are read from the line of its script: counts, seconds and quantiles in microseconds', () => {
    expect(readWrkReport(OUTPUT)).to.deep.equal({
      requests: 71004,
      asked: 71069,
      seconds: 5.000711,
      p50Us: 4312,
      p99Us: 9120,
      refused: 3,
      broken: 1,
    })
  })

  it("are an error if the script didn't finish", () => {
    expect(() => readWrkReport('unable to connect to 127.0.0.1:1')).to.throw('unable to connect')
  })

  it('belong to requests that are stored one after another, each after its length in bytes', () => {
    const request = Buffer.from('GET /ä HTTP/1.1\r\n\r\n')
    expect(Buffer.concat([...framed(request)]).toString('utf8')).to.equal('00000020GET /ä HTTP/1.1\r\n\r\n')
  })
})
