<?php

// Receives webhooks of Postrider, using only PHP itself: php -S 127.0.0.1:3000 receiver.php

const TOLERANCE_SECONDS = 300;

/** Returns the event of a delivery, or null if it isn't from Postrider, was changed, or is too old. */
function verified(array $server, string $body): ?array
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    if ($id === '' || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return null;
    }
    // Two secrets while one is replaced, separated by a space.
    foreach (explode(' ', getenv('POSTRIDER_WEBHOOK_SECRET')) as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($signatures as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true);
            }
        }
    }
    return null;
}

/** What your program does for an event. */
function handle(array $event): void
{
    file_put_contents('php://stdout', "{$event['type']} {$event['id']}\n");
}

$event = verified($_SERVER, file_get_contents('php://input'));
if ($event === null) {
    http_response_code(400);
    return;
}

// A file for each event, for an example. In a real program, insert the ID into a table with a unique key, in the
// transaction that makes your own change.
$folder = getenv('HANDLED_FOLDER') ?: sys_get_temp_dir() . '/handled-events';
@mkdir($folder);
$mark = "$folder/" . hash('sha256', $event['id']);
// The same event can arrive more than once.
if (!file_exists($mark)) {
    handle($event);
    touch($mark);
}
http_response_code(204);
