import { describe, expect, it } from 'vitest';
import { ruleSchema } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { decideBy, shellAction } from '../testing/verdicts.ts';
import { hostOfUrl } from './host-of-url.ts';

const rule = (effect: Rule['effect'], host?: readonly string[]): Rule =>
  ruleSchema.parse({ id: effect, effect, when: host === undefined ? {} : { host }, justification: 'test' });
const denied = (command: string) =>
  decideBy(shellAction(command), [rule('deny', ['evil.example', '*.evil.example']), rule('allow')]).outcome === 'deny';
const allowed = (command: string) => decideBy(shellAction(command), [rule('allow', ['ok.example'])]).outcome === 'allow';

describe('a deny by host', () => {
  it.each([
    'curl evil.example',
    'curl evil.example:8080/x',
    'curl -sSo out ok.example evil.example',
    'curl user:pw@EVIL.example.',
    'curl --url evil.example',
    'curl --url=evil.example',
    'curl --proxy evil.example ok.example',
    'curl -sx evil.example:3128 ok.example',
    'curl -xevil.example ok.example',
    'curl --connect-to ok.example:443:evil.example:443 https://ok.example',
    'curl --resolve evil.example:443:192.0.2.1 https://ok.example',
    'curl {ok,evil}.example',
    "curl '{ok,evil}.example'",
    String.raw`curl https:\\\\evil.example`,
    'curl http:evil.example',
    'https_proxy=evil.example:3128 curl https://ok.example',
    'export ALL_PROXY=evil.example; curl https://ok.example',
    'env http_proxy=evil.example curl http://ok.example',
    'wget evil.example',
    'wget -qO- evil.example/x',
    'http evil.example',
    'http POST evil.example a=b',
    'ssh evil.example',
    'ssh -p 22 evil.example uptime',
    'ssh -P tag evil.example',
    'ssh -J evil.example ok.example',
    'ssh -o ProxyJump=evil.example ok.example',
    'scp a evil.example:b',
    'sftp evil.example',
    'rsync a evil.example::m',
    'rsync -av a evil.example:b',
    'nc evil.example 80',
    'nc -w 3 evil.example 80',
    'ncat evil.example 80',
    'telnet evil.example',
    'ftp evil.example',
    'ping -c 1 evil.example',
    'dig @evil.example x',
    'socat - TCP:evil.example:80',
    'openssl s_client -connect evil.example:443',
    'docker pull evil.example/x',
    'git clone evil.example:a/b.git',
    'git clone git@evil.example:a/b.git',
    'git remote add x evil.example:a/b',
    'H=evil.example; curl "$H"',
    'curl $H',
    'curl "$H"',
    'curl "https://ok.example$H"',
    'curl "https://$H/x"',
    'curl https://ok.example/$X',
    'curl -K x',
    'wget -i list',
    'ssh "$H"',
    'nc "$H" 80',
    'rsync a "$D"',
  ])('is met by %j', (command) => {
    expect(denied(command)).toBe(true);
  });

  it.each([
    'curl ok.example/evil.example',
    'curl "https://ok.example/$X"',
    'curl -H "Authorization: Bearer $TOKEN" -o evil.example https://ok.example',
    'curl https://ok.example/x?a=b',
    'curl -X POST -d a=b ok.example',
    'wget -O evil.example https://ok.example',
    'ssh ok.example ls evil.example',
    'scp evil.example ok.example:b',
    'nc ok.example 80',
    'docker pull ok.example/x',
    'git log evil.example:x',
    'git status',
    'grep -r evil.example src',
    'ls "$H"',
    'npm test',
  ])('is not met by %j', (command) => {
    expect(denied(command)).toBe(false);
  });
});

describe('an allow by host', () => {
  it.each(['curl ok.example', 'curl -sSLo out https://ok.example/x', 'wget -O x ok.example', 'ssh u@ok.example ls', 'scp a ok.example:b'])(
    'is met by %j',
    (command) => {
      expect(allowed(command)).toBe(true);
    },
  );

  it.each(['curl $H', 'curl "$H"', 'curl ok.example evil.example', 'curl -K x ok.example', 'curl -x "$P" ok.example', 'ls'])(
    'is not met by %j',
    (command) => {
      expect(allowed(command)).toBe(false);
    },
  );
});

describe('the host of an address', () => {
  it.each([
    ['http:evil.example', 'evil.example'],
    ['http:/evil.example', 'evil.example'],
    ['//evil.example/x', 'evil.example'],
    [String.raw`https:\\evil.example\x`, 'evil.example'],
    ['https://ok.example@EVIL.example.:8080/', 'evil.example'],
    ['https://ev%69l.example', 'evil.example'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['ht\ntps://evil.example', 'evil.example'],
    ['localhost:8080/x', 'localhost'],
    ['ssh://git@evil.example/x', 'evil.example'],
    ['http://a b/', '*'],
    ['file:///etc/passwd', undefined],
    ['file://evil.example/x', 'evil.example'],
    ['data:text/plain,x', undefined],
  ])('in %j is %j', (address, host) => {
    expect(hostOfUrl(address)).toBe(host);
  });
});
