# An SMSC on Net::SMPP, for tests: perl smsc.pl PORT LOG
# It takes every bind but that of `refused` (0x0E) and of a wrong password (0x0D), and writes a line of JSON for whatever
# happens. A recipient of 999 (or 91 999), a digit and four digits more says how a submit is answered (see %BEHAVIOR); any other is taken and
# reported delivered. A recipient of 997 (or 91 997) writes the same text back.
use strict;
use warnings;
use Encode qw(decode);
use IO::Handle;
use IO::Select;
use JSON::PP;
use Net::SMPP;
use Time::HiRes qw(time);

my ($port, $path) = @ARGV;
open(my $log, '>>', $path) or die "$path: $!";
$log->autoflush(1);
$SIG{PIPE} = 'IGNORE';
local $SIG{__WARN__} = sub { };

my $json = JSON::PP->new->canonical->ascii;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port) or die "port $port: $!";
my $select = IO::Select->new($listener);
my (%session, @due, %receipt, @held);
my $next_id = 1_000_000;

sub say_line { print $log $json->encode({@_}), "\n" }
sub later { my ($ms, $run) = @_; push @due, [time + $ms / 1000, $run] }

sub forget {
    my ($smpp) = @_;
    say_line(event => 'session_ended') if $session{$smpp} && $session{$smpp}{bound};
    $select->remove($smpp);
    delete $session{$smpp};
    push @held, map { delete $receipt{$_} } grep { index($_, "$smpp|") == 0 } keys %receipt;
    close $smpp;
}

sub receivers { grep { $_->{bound} && $_->{use} ne 'transmitter' } values %session }

# A receipt goes over any session that receives, and again until it is answered with 0.
sub report {
    my ($receipt) = @_;
    my ($to) = receivers();
    return push @held, $receipt unless $to;
    my $seq = eval { $to->{smpp}->deliver_sm(async => 1, %$receipt) };
    return push @held, $receipt unless defined $seq;
    $receipt{"$to->{smpp}|$seq"} = $receipt;
}

sub receipt_of {
    my ($pdu, $id, $stat, %more) = @_;
    my $text = sprintf('id:%s sub:001 dlvrd:001 submit date:2611230530 done date:2611230531 stat:%s err:000 text:%s',
        $id, $stat, substr($pdu->{short_message}, 0, 20));
    return {
        source_addr_ton => 1, source_addr_npi => 1, source_addr => $pdu->{destination_addr},
        destination_addr => $pdu->{source_addr}, esm_class => 0x04, short_message => $text, %more,
    };
}

sub written_back {
    my ($pdu) = @_;
    return {
        source_addr_ton => 1, source_addr_npi => 1, source_addr => $pdu->{destination_addr},
        destination_addr => $pdu->{source_addr}, esm_class => $pdu->{esm_class} & 0x40,
        data_coding => $pdu->{data_coding}, short_message => $pdu->{short_message},
    };
}

# What a submit is answered with, by the digit after 999; the four digits after that are $number.
my %BEHAVIOR = (
    # Refused, with that status; from 9000 on only the second part of a long text is.
    0 => sub {
        my ($at, $pdu, $id, $number) = @_;
        my $is_refused = $number < 9_000 || ord(substr($pdu->{short_message}, 5, 1)) == 2;
        answer($at, $pdu, $is_refused ? '' : $id, $is_refused ? $number % 9_000 : 0);
    },
    # Never answered.
    1 => sub { },
    # The connection is lost.
    2 => sub { my ($at) = @_; forget($at->{smpp}) },
    # Answered so many milliseconds later, and reported about after that.
    3 => sub { my ($at, $pdu, $id, $ms) = @_; later($ms, sub { answer($at, $pdu, $id); report(receipt_of($pdu, $id, 'DELIVRD')) }) },
    # Reported about, twice, before it is answered.
    4 => sub {
        my ($at, $pdu, $id) = @_;
        report(receipt_of($pdu, $id, 'DELIVRD')) for 1, 2;
        later(50, sub { answer($at, $pdu, $id) });
    },
    # Answered in hexadecimal digits, reported about in decimal ones.
    5 => sub { my ($at, $pdu, $id) = @_; answer($at, $pdu, sprintf('%08X', $id)); report(receipt_of($pdu, $id, 'DELIVRD')) },
    # The answer has another number.
    6 => sub { my ($at, $pdu, $id) = @_; answer($at, { seq => $pdu->{seq} + 1_000 }, $id) },
    # What comes is no PDU.
    7 => sub { my ($at) = @_; $at->{smpp}->syswrite("\x00\x00\x00\x07garbage") },
    # The session is ended, and then the submit is answered.
    8 => sub { my ($at, $pdu, $id) = @_; $at->{smpp}->unbind(async => 1); later(50, sub { answer($at, $pdu, $id) }) },
    # Reported about once somebody binds anew; the identifier stands beside the text alone.
    9 => sub {
        my ($at, $pdu, $id) = @_;
        answer($at, $pdu, $id);
        push @held, receipt_of($pdu, 'none', 'ENROUTE', receipted_message_id => $id, message_state => "\x05");
    },
);

sub answer {
    my ($at, $pdu, $id, $status) = @_;
    return unless $session{ $at->{smpp} };
    $at->{smpp}->submit_sm_resp(seq => $pdu->{seq}, message_id => "$id", status => $status // 0);
}

sub octets_of {
    my ($pdu) = @_;
    return $pdu->{message_payload} if defined $pdu->{message_payload};
    my $bytes = $pdu->{short_message};
    return $pdu->{esm_class} & 0x40 ? substr($bytes, 1 + ord $bytes) : $bytes;
}

sub text_of {
    my ($pdu) = @_;
    return decode($pdu->{data_coding} == 8 ? 'UTF-16BE' : 'gsm0338', octets_of($pdu));
}

sub submit {
    my ($at, $pdu) = @_;
    my $id = $next_id++;
    my %dlt = map { sprintf('%04x', $_) => $pdu->{$_} } grep { defined $pdu->{$_} } 0x1400 .. 0x1402;
    my %said = map { $_ => $pdu->{$_} } qw(source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi
        destination_addr esm_class data_coding validity_period registered_delivery);
    say_line(event => 'submit', id => "$id", %said, text => text_of($pdu), dlt => \%dlt, hex => unpack('H*', $pdu->{data}),
        octets => unpack('H*', octets_of($pdu)),
        header => $pdu->{esm_class} & 0x40 ? unpack('H12', $pdu->{short_message}) : '');
    if ($pdu->{destination_addr} =~ /^(?:91)?999(\d)(\d{4})/) { $BEHAVIOR{$1}->($at, $pdu, $id, $2 + 0) }
    elsif ($pdu->{destination_addr} =~ /^(?:91)?997/) {
        answer($at, $pdu, $id);
        report(written_back($pdu));
    }
    else {
        answer($at, $pdu, $id);
        report(receipt_of($pdu, $id, 'DELIVRD')) if $pdu->{registered_delivery};
    }
}

sub bind_session {
    my ($at, $pdu, $use) = @_;
    my $status = $pdu->{system_id} eq 'refused' ? 0x0e : $pdu->{password} eq 'wrong' ? 0x0d : 0;
    say_line(event => 'bind', use => $use, system_id => $pdu->{system_id}, status => $status);
    my $answer = "bind_${use}_resp";
    $at->{smpp}->$answer(seq => $pdu->{seq}, system_id => 'smsc', status => $status);
    return if $status;
    @$at{qw(bound use)} = (1, $use);
    report($_) for splice @held;
}

# What it gave an identifier to has been delivered; it knows nothing else.
sub query {
    my ($at, $pdu) = @_;
    my $status = $pdu->{message_id} =~ /^\d+$/ && $pdu->{message_id} < $next_id ? 0 : 0x67;
    $at->{smpp}->query_sm_resp(seq => $pdu->{seq}, message_id => $pdu->{message_id}, final_date => '',
        message_state => 2, error_code => 0, status => $status);
}

my %USE = (1 => 'receiver', 2 => 'transmitter', 9 => 'transceiver');

sub take {
    my ($at, $pdu) = @_;
    my ($smpp, $cmd) = ($at->{smpp}, $pdu->{cmd});
    if ($USE{$cmd}) { bind_session($at, $pdu, $USE{$cmd}) }
    elsif ($cmd == 0x04) { submit($at, $pdu) }
    elsif ($cmd == 0x03) { query($at, $pdu) }
    elsif ($cmd == 0x15) { say_line(event => 'enquire'); $smpp->enquire_link_resp(seq => $pdu->{seq}) }
    elsif ($cmd == 0x06) { say_line(event => 'unbind'); $smpp->unbind_resp(seq => $pdu->{seq}) }
    elsif ($cmd == 0x80000005) {
        my $receipt = delete $receipt{"$smpp|$pdu->{seq}"};
        say_line(event => 'receipt', status => $pdu->{status});
        later(50, sub { report($receipt) }) if $receipt && $pdu->{status};
    }
}

say_line(event => 'listening');
while (1) {
    my ($first) = sort { $a <=> $b } map { $_->[0] } @due;
    my $wait = defined $first ? $first - time : 5;
    for my $handle ($select->can_read($wait < 0 ? 0 : $wait)) {
        if ($handle == $listener) {
            my $smpp = $listener->accept or next;
            $session{$smpp} = { smpp => $smpp, bound => 0 };
            $select->add($smpp);
            next;
        }
        my $pdu = eval { $handle->read_pdu };
        if ($pdu) { take($session{$handle}, $pdu) }
        elsif ($session{$handle}) { forget($handle) }
    }
    my @now = grep { $_->[0] <= time } @due;
    @due = grep { $_->[0] > time } @due;
    $_->[1]->() for sort { $a->[0] <=> $b->[0] } @now;
}
