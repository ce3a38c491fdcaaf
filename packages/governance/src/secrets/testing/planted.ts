/** Secrets made up here, put together so that nothing that looks for real ones takes these for such. */
const mixed = 'q7Zr2Tn8Wm4Kx6Jb9Vc3Lp5Hd1Gs0Fy';
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const made = (...parts: readonly string[]): string => parts.join('');

const github = made('gh', 'p_', mixed, 'Ab12');
const jwt = made('ey', 'JhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0In0', '.', mixed);
const pem = made('-----BEGIN ', 'PRIVATE KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEF'.repeat(3), '\n-----END PRIVATE KEY-----');

/** What is planted, and the secret in it. */
type Planted = readonly [text: string, secret: string];

/** Commands, each with a secret of another kind or in another place. */
export const plantedCommands: readonly Planted[] = [
  [`curl -H "Authorization: Bearer ${github}" https://api.example/x`, github],
  ['curl -H "Authorization: Bearer swordfish" https://api.example/x', 'swordfish'],
  [
    `curl -H 'authorization: Basic ${Buffer.from('ada:swordfish').toString('base64')}' https://h.example`,
    Buffer.from('ada:swordfish').toString('base64'),
  ],
  ['curl -H Authorization:\\ token\\ swordfish https://h.example', 'swordfish'],
  ['curl -H "X-Api-Key: swordfish1" https://h.example', 'swordfish1'],
  ['curl -H "Cookie: sid=swordfish; theme=dark" https://h.example', 'swordfish'],
  ['curl -u ada:swordfish https://h.example', 'swordfish'],
  ['curl -uada:swordfish https://h.example', 'swordfish'],
  ["curl --user 'ada:sword fish' https://h.example", 'sword fish'],
  ['curl https://ada:swordfish@h.example/x', 'swordfish'],
  [`git clone https://${github}@github.example/x.git`, github],
  [`git clone https://x-token:${hex}@git.example/x.git`, hex],
  ['curl "https://h.example/x?access_token=swordfish&page=2"', 'swordfish'],
  ['curl "https://h.example/x?page=2&sig=swordfish"', 'swordfish'],
  ['curl -d \'{"user":"ada","password":"swordfish"}\' https://h.example', 'swordfish'],
  ['curl -d "{\\"password\\":\\"swordfish\\"}" https://h.example', 'swordfish'],
  ['curl -d "grant_type=x&client_secret=swordfish&y=1" https://h.example', 'swordfish'],
  ['export DB_PASSWORD=swordfish', 'swordfish'],
  ['DB_PASSWORD="sword fish" npm start', 'sword fish'],
  ["PGPASSWORD='swordfish' psql -h db", 'swordfish'],
  ['env MYSQL_PWD=swordfish mysql', 'swordfish'],
  ['GITHUB_TOKEN=swordfish gh pr list', 'swordfish'],
  ['REDISCLI_AUTH=swordfish redis-cli ping', 'swordfish'],
  ['mysql -pswordfish -u root', 'swordfish'],
  ['mysqldump --password=swordfish db', 'swordfish'],
  ['sshpass -p swordfish ssh h.example', 'swordfish'],
  ['redis-cli -a swordfish ping', 'swordfish'],
  ['docker login -u ada -p swordfish r.example', 'swordfish'],
  ['docker build --build-arg NPM_TOKEN=swordfish .', 'swordfish'],
  ['docker run -e API_KEY=swordfish image', 'swordfish'],
  ['echo swordfish | docker login --password-stdin', 'swordfish'],
  ['echo swordfish | sudo -S apt update', 'swordfish'],
  ['sudo -S true <<< swordfish', 'swordfish'],
  ["echo 'ada:swordfish' | chpasswd", 'swordfish'],
  ['npm publish --otp 123456', '123456'],
  ['npm config set //registry.example/:_authToken swordfish', 'swordfish'],
  ['echo "//registry.example/:_authToken=swordfish" >> .npmrc', 'swordfish'],
  ['aws configure set aws_secret_access_key swordfish', 'swordfish'],
  [`aws configure set aws_access_key_id ${made('AK', 'IAQ7ZR2TN8WM4KX6JB')}`, made('AK', 'IAQ7ZR2TN8WM4KX6JB')],
  ['kubectl create secret generic x --from-literal=key=swordfish', 'swordfish'],
  ['gh secret set NAME --body swordfish', 'swordfish'],
  ['fly secrets set DATABASE_URL=swordfish', 'swordfish'],
  ['vault login swordfish', 'swordfish'],
  ['openssl enc -aes-256-cbc -pass pass:swordfish -in a', 'swordfish'],
  ['gpg --batch --passphrase swordfish -c a', 'swordfish'],
  ['zip -P swordfish a.zip b', 'swordfish'],
  ['7z a -pswordfish a.7z b', 'swordfish'],
  ['htpasswd -b f ada swordfish', 'swordfish'],
  ['ldapsearch -D cn=x -w swordfish', 'swordfish'],
  ['smbclient //h/x -U ada%swordfish', 'swordfish'],
  ['tool --api-key swordfish run', 'swordfish'],
  ['tool --api-key=swordfish run', 'swordfish'],
  ['tool --client-secret "swordfish"', 'swordfish'],
  ['psql "host=h user=ada password=swordfish"', 'swordfish'],
  ['psql postgres://ada:swordfish@h/db', 'swordfish'],
  ['tool "Server=h;User Id=ada;Password=swordfish;"', 'swordfish'],
  [`tool "AccountName=a;AccountKey=${mixed}==;"`, `${mixed}==`],
  [`echo ${jwt}`, jwt],
  [`printf '%s' '${pem}' > k`, 'MIIEvQIBADANBgkqhkiG9w0BAQEF'],
  [`tool ${mixed}QaWs`, `${mixed}QaWs`],
  ['bash -c \'curl -H "Authorization: Bearer swordfish" https://h.example\'', 'swordfish'],
  ["ssh h 'mysql --password=swordfish'", 'swordfish'],
  ['cat <<EOF\npassword: swordfish\nEOF', 'swordfish'],
];

/** Texts that say a secret in other forms than a command. */
export const plantedTexts: readonly Planted[] = [
  ['the password is swordfish1', 'swordfish1'],
  ['password: swordfish', 'swordfish'],
  ['<password>swordfish</password>', 'swordfish'],
  ["{'api_key': 'swordfish'}", 'swordfish'],
  ['API_TOKEN="swordfish"', 'swordfish'],
  ['client_secret = swordfish', 'swordfish'],
  ['see https://ada:swordfish@h.example', 'swordfish'],
  [`use ${github} for it`, github],
  [`key:\n${pem}`, 'MIIEvQIBADANBgkqhkiG9w0BAQEF'],
  [`${made('xo', 'xb-', '1234567890-', mixed)} is the bot`, made('xo', 'xb-', '1234567890-', mixed)],
  [made('sk', '_li', 've_', mixed), made('sk', '_li', 've_', mixed)],
  [made('s', 'k-ant-', mixed), made('s', 'k-ant-', mixed)],
  [made('np', 'm_', mixed), made('np', 'm_', mixed)],
  [made('gl', 'pat-', mixed), made('gl', 'pat-', mixed)],
  [made('AI', 'za', mixed, 'abc'), made('AI', 'za', mixed, 'abc')],
  [made('h', 'vs.', mixed), made('h', 'vs.', mixed)],
  [made('SG', '.', mixed, '.', mixed), made('SG', '.', mixed, '.', mixed)],
];

/** Arguments of a tool, as members. */
export const plantedArguments: readonly (readonly [object, string])[] = [
  [{ password: 'swordfish' }, 'swordfish'],
  [{ password: 12_345_678 }, '12345678'],
  [{ auth: { user: 'ada', pass: 'swordfish' } }, 'swordfish'],
  [{ headers: { Authorization: 'Bearer swordfish' } }, 'swordfish'],
  [{ headers: [{ name: 'X-Api-Key', value: 'swordfish' }] }, 'swordfish'],
  [{ env: [{ name: 'DB_PASSWORD', value: 'swordfish' }] }, 'swordfish'],
  [{ credentials: { nested: ['swordfish'] } }, 'swordfish'],
  [{ clientSecret: 'swordfish' }, 'swordfish'],
  [{ url: 'https://ada:swordfish@h.example/' }, 'swordfish'],
  [{ url: 'https://h.example/?api_key=swordfish' }, 'swordfish'],
  [{ body: '{"token":"swordfish"}' }, 'swordfish'],
  [{ [github]: 1 }, github],
  [{ deep: [[{ text: `here: ${github}` }]] }, github],
];
