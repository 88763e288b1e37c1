import { expect } from 'chai'
import { parseBrokerAddress, serverOf } from '@postrider/queue-rabbitmq/broker-address'

describe('The address of brokers', () => {
  it('is read like amqplib does, with everything but the server shared', () => {
    expect(
      parseBrokerAddress('amqp://me:a%40b@a,[::1]:5673/my%20host?heartbeat=5&frameMax=8192'),
    ).to.deep.equal([
      {
        protocol: 'amqp',
        hostname: 'a',
        port: 5672,
        vhost: 'my%20host',
        username: 'me',
        password: 'a@b',
        heartbeat: 5,
        frameMax: 8192,
      },
      {
        protocol: 'amqp',
        hostname: '::1',
        port: 5673,
        vhost: 'my%20host',
        username: 'me',
        password: 'a@b',
        heartbeat: 5,
        frameMax: 8192,
      },
    ])
  })

  it('has a port of its own with TLS, a heartbeat, and the default login if it names none', () => {
    const [broker] = parseBrokerAddress('amqps://q.example')
    expect(broker).to.deep.equal({
      protocol: 'amqps',
      hostname: 'q.example',
      port: 5671,
      vhost: '',
      heartbeat: 10,
    })
  })

  it('is shown as host and port', () => {
    const brokers = parseBrokerAddress('amqp://me:hunter2@a,[::1]:5673')
    expect(brokers.map(serverOf)).to.deep.equal(['a:5672', '[::1]:5673'])
  })

  const malformed = [
    'http://user:hunter2@host',
    'amqp://user:hunter2@a,,b',
    'amqp://user:hunter2@a,user:hunter2@b',
    'amqp://user:hunter2@a:x,b',
    'amqp://user:hunter2%@a',
    'amqp:///hunter2',
  ]
  for (const url of malformed)
    it(`is refused in one sentence without its password: ${url}`, () => {
      expect(() => parseBrokerAddress(url))
        .to.throw(/amqp:\/\/user:password|host or host:port|one user and password/)
        .with.property('message')
        .that.does.not.contain('hunter2')
    })
})
